// What the pages can do beyond plain pages. Without this, everything but live and offline works all the same.

import { live } from "./live.js";
import { outbox, reached } from "./outbox.js";
import { follow, onUnreachable } from "./pages.js";
import { keepForms } from "./ahead.js";
import { toasts } from "./toast.js";

toasts();
outbox();
follow();
live();
keepForms();
onUnreachable(() => reached(false));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
