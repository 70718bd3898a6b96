// @ts-check
// Search runs in a worker, and a page that is opened from a folder may start none from a file. It may from a text:
// docs/site/offline.py puts the worker's here when the site is built.
(() => {
  const worker = /*WORKER*/ "";
  if (location.protocol !== "file:" || !worker) return;
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  window.Worker = class extends Worker {
    /** @param {string | URL} _file what cannot be read from here @param {WorkerOptions} [options] */
    constructor(_file, options) {
      super(address, options);
    }
  };
})();
