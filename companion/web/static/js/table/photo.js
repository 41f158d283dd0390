/** Photos are scaled down on the phone before they are sent, or sent unchanged if the browser cannot scale them. */

import { around } from "../dom.js";

const LONGEST_SIDE = 1600;
const QUALITY = 0.82;

/** Scale every chosen photo down to the size that is stored. */
export function photos() {
  document.addEventListener("change", async (change) => {
    const field = around(change, "input[data-shrinks]", HTMLInputElement);
    const file = field?.files?.[0];
    if (!field || !file) return;
    const small = await shrunk(file);
    if (!small || small.size >= file.size || field.files?.[0] !== file) return;
    const instead = new DataTransfer();
    instead.items.add(new File([small], "photo", { type: "image/jpeg" }));
    field.files = instead.files;
  });
}

/** A photo with a modest longest side, turned upright by the browser; null if it cannot be read. */
async function shrunk(/** @type {File} */ file) {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return await new Promise((/** @type {(made: Blob | null) => void} */ done) => {
      canvas.toBlob(done, "image/jpeg", QUALITY);
    });
  } catch {
    return null;
  }
}
