// What the pages can do beyond plain pages. Without this, everything but live and offline works all the same.

import { keepForms } from "./ahead.js";
import { awake } from "./awake.js";
import { copying } from "./copy.js";
import { hints } from "./hints.js";
import { keys } from "./keys.js";
import { live } from "./live.js";
import { narrowing } from "./narrow.js";
import { reached } from "./outbox/connection.js";
import { outbox } from "./outbox/outbox.js";
import { follow, onShown, onUnreachable } from "./pages.js";
import { seeking } from "./seek.js";
import { counters } from "./table/counter.js";
import { fits } from "./table/fits.js";
import { recap } from "./table/recap.js";
import { saying } from "./table/say.js";
import { timeline } from "./table/timeline.js";
import { toasts } from "./toast.js";

toasts();
recap();
copying();
hints();
counters(document);
fits();
onShown(timeline);
onShown(awake);
keys();
seeking();
narrowing();
saying();
outbox();
follow();
live();
keepForms();
onUnreachable(() => reached(false));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
