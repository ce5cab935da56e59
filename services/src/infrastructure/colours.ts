/** A colour like `#ff5b1f`. */
export type Colour = string;

const channelsOf = (colour: Colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** WCAG's relative luminance of channels from 0 to 255, 0 to 1. */
export function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's relative luminance of a colour, 0 to 1. */
export const luminance = (colour: Colour): number => luminanceOf(channelsOf(colour));

/** WCAG's contrast of two luminances, 1 to 21. */
export const contrast = (one: number, two: number): number => (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);

/** Black or white, whichever has more contrast. */
export function inkOn(colour: Colour): '#000000' | '#ffffff' {
  return contrast(luminance(colour), 0) >= contrast(luminance(colour), 1) ? '#000000' : '#ffffff';
}

/** The colour, mixed with black or white until it has this contrast with its ground. */
export function readableOn(ground: Colour, colour: Colour, ratio: number): Colour {
  const ink = channelsOf(inkOn(ground));
  for (let share = 0; share <= 100; share += 5) {
    const mixed = channelsOf(colour).map((channel, at) => Math.round(channel + ((ink[at]! - channel) * share) / 100));
    if (contrast(luminanceOf(mixed), luminance(ground)) >= ratio) return hexOf(mixed);
  }
  return hexOf(ink);
}

const hexOf = (channels: readonly number[]): Colour =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
