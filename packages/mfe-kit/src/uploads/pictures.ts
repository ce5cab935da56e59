/** Names of pictures that are taken where only pictures are asked for (A §5), and those that become JPEG. */
const pictureName = /\.(jpe?g|png|gif|webp|avif|hei[cf])$/i;
const otherName = /\.(webp|avif|hei[cf])$/i;
/** Pixels of a side, and quality, of the pictures that the server stores. */
const maxSide = 1920;
const quality = 1;

/** For the `accept` of a file input. */
export const acceptedPictures = 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/heic,image/heif';

export const isPictureName = (name: string): boolean => pictureName.test(name);

/**
 * Draws a picture of another format than JPEG, PNG and GIF as JPEG on white. Resolves to the file itself if it is none or if this
 * browser cannot read it: the server then draws or refuses it.
 */
export async function toJpeg(file: File): Promise<File> {
  if (!otherName.test(file.name)) return file;
  const src = URL.createObjectURL(file);
  try {
    // An element reads formats that `createImageBitmap` does not, and turns the picture upright.
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return drawn ? new File([drawn], file.name.replace(otherName, '.jpg'), { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(src);
  }
}
