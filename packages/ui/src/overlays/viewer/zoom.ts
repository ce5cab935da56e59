/** A picture's magnification, and the shift of its centre from the centre of the stage in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The stage, and the picture as it fits into the stage at scale 1. */
export interface ViewerSizes {
  stage: Size;
  picture: Size;
}

/** Limits of the magnification (specification B, limits). */
export const minScale = 1;
export const maxScale = 5;

export const fitted: Zoom = { scale: minScale, x: 0, y: 0 };

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The size at which a picture fits into the stage; never larger than its own pixels. */
export function fit(picture: Size, stage: Size): Size {
  if (picture.width === 0 || picture.height === 0) return { width: 0, height: 0 };
  const factor = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** Multiplies the scale; `at` is the point that stays in place, from the centre of the stage. */
export function zoomed(zoom: Zoom, factor: number, at: { x: number; y: number }, place: ViewerSizes): Zoom {
  const scale = clamp(minScale, zoom.scale * factor, maxScale);
  const ratio = scale / zoom.scale;
  return withinStage({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, place);
}

export const panned = (zoom: Zoom, dx: number, dy: number, place: ViewerSizes): Zoom =>
  withinStage({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, place);

/** No gap opens at an edge of the stage that the picture could fill. */
function withinStage({ scale, x, y }: Zoom, { stage, picture }: ViewerSizes): Zoom {
  const spare = (size: number, room: number) => Math.max(0, (size * scale - room) / 2);
  const [right, bottom] = [spare(picture.width, stage.width), spare(picture.height, stage.height)];
  return { scale, x: clamp(-right, x, right), y: clamp(-bottom, y, bottom) };
}
