/** The longest side of an edited picture: twice what the server keeps (A §9), and below the canvas limits of phones. */
const maxSide = 3840;

/** A part of a picture, in percent. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether a part is the whole picture. */
export const isWhole = ({ x, y, width, height }: Part) => x <= 0 && y <= 0 && width >= 100 && height >= 100;

/** Turns a picture clockwise by quarters, cuts a part out of it, and returns it in its type, without its metadata. */
export async function turnedPicture(
  image: HTMLImageElement,
  { quarters, part, type }: { quarters: number; part: Part; type: string },
): Promise<Blob> {
  const isSideways = quarters % 2 === 1;
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const [outerWidth, outerHeight] = isSideways ? [height, width] : [width, height];
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round((outerWidth * part.width) / 100));
  canvas.height = Math.max(1, Math.round((outerHeight * part.height) / 100));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw');
  pen.translate(-(outerWidth * part.x) / 100, -(outerHeight * part.y) / 100);
  pen.translate(outerWidth / 2, outerHeight / 2);
  pen.rotate((quarters * Math.PI) / 2);
  pen.drawImage(image, -width / 2, -height / 2, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
  if (!blob) throw new Error('this browser cannot draw so large a picture');
  return blob;
}
