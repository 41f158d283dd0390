// @ts-check
/* What scripts add to pages that work without them. */
import { awake } from "./awake.js";
import { keys } from "./keys.js";

keys();
awake();
