import type { Deployment } from '@paddock/contract/core/deployment';
import { extname } from 'node:path';
import { contrast, luminance, luminanceOf } from '../../infrastructure/colours.js';
import type { AssetPicture } from './assets.js';
import type { DoctorInput, Finding } from './finding.js';

/** The ending that a file of each format needs, so that browsers get its type. */
const endings: Readonly<Record<string, readonly string[]>> = {
  svg: ['.svg'],
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  webp: ['.webp'],
  gif: ['.gif'],
  heif: ['.avif'],
};
const mebibyte = 1024 * 1024;
/** The frame in the light scheme; in the dark one it is darker, so that a light logo has more contrast. */
const frame = '#1a1c20';
/** The share of a picture's visible pixels that must have contrast with its ground. */
const minShare = 0.1;
/** WCAG's contrast of graphics. */
const minContrast = 3;

interface Wanted {
  path: readonly (string | number)[];
  file: string | undefined;
  consequence: string;
  maxBytes: number;
  /** What is wrong with the picture for its place. */
  fault?: (picture: AssetPicture) => Fault | undefined;
}
type Fault = Pick<Finding, 'problem' | 'remedy'>;

/** Picture files that are missing, damaged, too large or too small, or that cannot be seen on their ground. */
export function pictureFindings({ config, assets }: DoctorInput): Finding[] {
  return wantedPictures(config).flatMap(({ path, file, consequence, maxBytes, fault }): Finding[] => {
    if (file === undefined) return [];
    const asset = assets.get(file);
    const found = !asset
      ? { problem: `deployments/assets has no file '${file}'`, remedy: 'Add the file, or name one that is there.' }
      : !asset.picture
        ? { problem: `'${file}' is not a picture`, remedy: 'Use SVG, PNG, JPEG, WebP, AVIF or GIF.' }
        : (endingFault(file, asset.picture) ?? sizeFault(file, asset.bytes, maxBytes) ?? fault?.(asset.picture));
    return found ? [{ path, consequence, ...found }] : [];
  });
}

function wantedPictures({ look, flags, workplaces }: Deployment): Wanted[] {
  return [
    {
      path: ['look', 'logo'],
      file: look.logo,
      consequence: "Members see no clear logo beside the community's name.",
      maxBytes: mebibyte / 4,
      fault: (picture) => pixelFault(picture, 96) ?? contrastFault(picture, frame, 'the dark frame'),
    },
    {
      path: ['look', 'icon'],
      file: look.icon,
      consequence: 'Browsers and home screens show no clear icon.',
      maxBytes: mebibyte,
      fault: (picture) => iconFault(picture, look.icon_background),
    },
    ...(['splash_image', 'splash_image_dark'] as const).map((key): Wanted => ({
      path: ['look', key],
      file: look[key],
      consequence: 'Splash and landing page show no picture, or show it late.',
      maxBytes: 2 * mebibyte,
    })),
    {
      path: ['flags', 'home_tab', 'default_image'],
      file: flags.home_tab.default_image,
      consequence: 'The home page shows no picture, or shows it late.',
      maxBytes: 2 * mebibyte,
    },
    ...workplaces.map(({ image_url, title }, index): Wanted => ({
      path: ['workplaces', index, 'image_url'],
      file: image_url,
      consequence: `The workplace '${title}' has no picture, or shows it late.`,
      maxBytes: 2 * mebibyte,
    })),
  ];
}

/** Browsers take the type from the ending, and show no picture of another type. */
function endingFault(file: string, { format }: AssetPicture): Fault | undefined {
  const known = endings[format];
  if (known?.includes(extname(file).toLowerCase())) return undefined;
  return known
    ? { problem: `'${file}' is a picture of the type ${format}`, remedy: `Name it with the ending ${known[0]}.` }
    : { problem: `browsers do not show the type ${format} of '${file}'`, remedy: 'Save it as PNG or JPEG.' };
}

function sizeFault(file: string, bytes: number, maxBytes: number): Fault | undefined {
  if (bytes <= maxBytes) return undefined;
  const kib = (value: number) => `${Math.ceil(value / 1024)} KB`;
  return { problem: `'${file}' has ${kib(bytes)}`, remedy: `Make it smaller than ${kib(maxBytes)}.` };
}

function pixelFault({ format, width, height }: AssetPicture, least: number): Fault | undefined {
  if (format === 'svg' || Math.max(width, height) >= least) return undefined;
  return { problem: `the picture has ${width} × ${height} pixels`, remedy: `Use SVG, or at least ${least} pixels.` };
}

function iconFault(picture: AssetPicture, ground: string): Fault | undefined {
  const { width, height, pixels } = picture;
  if (Math.abs(width - height) > Math.max(width, height) / 100)
    return { problem: `the icon is not square: ${width} × ${height}`, remedy: 'Make it square.' };
  const isOpaque = pixels.every(([, , , alpha]) => alpha === 255);
  return (
    pixelFault(picture, 512) ??
    (isOpaque ? undefined : contrastFault(picture, ground, `look.icon_background ${ground}`))
  );
}

function contrastFault({ pixels }: AssetPicture, ground: string, name: string): Fault | undefined {
  const visible = pixels.filter(([, , , alpha = 0]) => alpha >= 128);
  const clear = visible.filter((pixel) => contrast(luminanceOf(pixel), luminance(ground)) >= minContrast);
  if (clear.length > 0 && clear.length >= visible.length * minShare) return undefined;
  return {
    problem: `the picture has too little contrast on ${name}: less than ${minContrast}:1 in more than ${100 - minShare * 100} % of its area`,
    remedy: 'Use the variant for dark grounds, or one with a ground of its own.',
  };
}

/** Files of legal texts that are missing, empty, too long or not text. */
export function legalFindings({ configs, assets }: DoctorInput): Finding[] {
  return (['terms', 'privacy'] as const).flatMap((page) => {
    const files = [...configs].map(([language, { legal }]) => ({ language, file: legal[page] }));
    const isOne = new Set(files.map(({ file }) => file)).size === 1;
    return (isOne ? files.slice(0, 1) : files).flatMap(({ language, file }): Finding[] => {
      const fault = file === undefined ? undefined : textFault(file, assets);
      const consequence = 'Visitors read a failure in place of this text.';
      return fault ? [{ path: ['legal', page, ...(isOne ? [] : [language])], consequence, ...fault }] : [];
    });
  });
}

function textFault(file: string, assets: DoctorInput['assets']): Fault | undefined {
  const asset = assets.get(file);
  if (!asset)
    return { problem: `deployments/assets has no file '${file}'`, remedy: 'Add the file, or name one that is there.' };
  if (asset.text === undefined) return { problem: `'${file}' is not text in UTF-8`, remedy: 'Save it as UTF-8.' };
  if (asset.text.trim() === '') return { problem: `'${file}' is empty`, remedy: 'Write the text.' };
  return sizeFault(file, asset.bytes, mebibyte / 4);
}
