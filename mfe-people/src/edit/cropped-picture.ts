/** Pixels of a side of a stored profile picture: twice the size of the profile (A §2), which sharp screens show. */
const side = 512;

/** A square part of a picture, in percent. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest square in the middle. */
export function middleOf({ naturalWidth, naturalHeight }: HTMLImageElement): Part {
  const short = Math.min(naturalWidth, naturalHeight);
  const [width, height] = [(short / naturalWidth) * 100, (short / naturalHeight) * 100];
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** Cuts a part out of a picture, as JPEG on white and without its metadata. */
export async function croppedPicture(image: HTMLImageElement, { x, y, width, height }: Part): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const [left, top] = [(x / 100) * naturalWidth, (y / 100) * naturalHeight];
  const [wide, high] = [(width / 100) * naturalWidth, (height / 100) * naturalHeight];
  const canvas = document.createElement('canvas');
  const size = Math.max(1, Math.min(side, Math.round(Math.max(wide, high))));
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size, size);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, left, top, wide, high, 0, 0, size, size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!blob) throw new Error('this browser cannot draw so large a picture');
  return blob;
}
