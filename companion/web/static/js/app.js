// What the pages can do beyond plain pages. Without this, everything but live and offline works all the same.

import { keepForms } from "./ahead.js";
import { awake } from "./awake.js";
import { counters } from "./counter.js";
import { copying } from "./copy.js";
import { keys } from "./keys.js";
import { live } from "./live.js";
import { outbox, reached } from "./outbox.js";
import { follow, onShown, onUnreachable } from "./pages.js";
import { recap } from "./recap.js";
import { timeline } from "./timeline.js";
import { toasts } from "./toast.js";
import { turns } from "./turns.js";

toasts();
recap();
copying();
counters(document);
onShown(timeline);
onShown(awake);
onShown(turns);
keys();
outbox();
follow();
live();
keepForms();
onUnreachable(() => reached(false));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
