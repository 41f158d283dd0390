/** What the host puts before the worker: see `companion/web/rendering/shell.py`. */

/** Changes with every file of ours. */
declare const VERSION: string;
/** Where the files of this release are, with the slash at its end. */
declare const STATIC: string;
/** Addresses of what is kept. */
declare const FILES: string[];
declare const STORE: typeof import("../static/js/store.js").STORE;
declare const STORE_VERSION: typeof import("../static/js/store.js").STORE_VERSION;
declare const PAGES: typeof import("../static/js/store.js").PAGES;
