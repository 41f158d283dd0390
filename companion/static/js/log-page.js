// @ts-check
/** What the page of the log starts with. */
import { copying } from "./copy.js";

const root = document.getElementById("log");
if (root) copying(root);
