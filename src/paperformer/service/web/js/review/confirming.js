/** A confirmation under way: one at a time, and Ctrl Z takes it back before it is done. */

export class Confirming {
  /** @param {{confirmButton: Element}} bar */
  constructor(bar) {
    this.bar = bar;
    this.isUnderWay = false;
    this.isTakenBack = false;
  }

  /** @param {() => Promise<void>} confirm */
  async run(confirm) {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    this.isTakenBack = false;
    this.bar.confirmButton.setAttribute("disabled", "");
    try {
      await confirm();
    } finally {
      this.isUnderWay = false;
      this.bar.confirmButton.removeAttribute("disabled");
    }
  }

  /** Not this one after all. @returns {boolean} whether there is one */
  takeBack() {
    this.isTakenBack = this.isUnderWay;
    return this.isUnderWay;
  }
}
