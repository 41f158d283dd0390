// @ts-check
/** What the page of the timeline starts with. */
import { timeline } from "./timeline.js";

const root = document.getElementById("timeline");
if (root) timeline(root);
