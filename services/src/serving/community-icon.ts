import type { Deployment } from '@paddock/contract/core/deployment';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readableOn } from '../infrastructure/colours.js';

/** Pixels: the touch icon, then the icons of the web manifest. */
export type IconSize = 180 | 192 | 512;

type Look = Deployment['look'];

/** Paddock's mark with its bar in the accent colour, inside the circle to which platforms may crop icons. */
const paddockIcon = ({ accent, icon_background: ground }: Look) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
  <rect width="48" height="48" fill="${ground}"/>
  <g transform="translate(7.5 8)">
    <path d="M5 27V5h5v22z" fill="${readableOn(ground, accent, 3)}"/>
    <path d="M13 27V5h8.5a7 7 0 0 1 0 14H18v8zm5-13h3a2.3 2.3 0 0 0 0-4.600h-3z" fill="${readableOn(ground, '#f5f4f1', 3)}"/>
  </g>
</svg>
`;

/** The share of a maskable icon that no platform crops, rounded down. */
const safeShare = 0.78;
/** The doctor refuses icons above 1 MB. */
const maxBytes = 20 * 1024 ** 2;
/** Pixels of the picture inside the favicon. */
const faviconSize = 96;
const transparent = '#00000000';

/** Pictures by icon file, its last change, and their use. */
const rendered = new Map<string, Promise<Buffer>>();
function once(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
  const known = rendered.get(key);
  if (known) return known;
  const picture = render();
  rendered.set(key, picture);
  // A later request tries again.
  picture.catch(() => rendered.delete(key));
  return picture;
}

/** The icon of a community: its own picture, else Paddock's mark. */
export class CommunityIcon {
  private constructor(
    private readonly look: Look,
    private readonly source: Buffer,
    /** Names this state of the picture. */
    private readonly key: string,
    /** Whether the community has a picture of its own. */
    readonly isOwn: boolean,
  ) {}

  /** Reads the icon below the assets folder; Paddock's mark takes the place of one that cannot be read. */
  static async of(look: Look, assetsDir: string): Promise<CommunityIcon> {
    const own = look.icon === undefined ? undefined : await readPicture(join(assetsDir, look.icon));
    const key = `${own?.key ?? look.accent}/${look.icon_background}`;
    return new CommunityIcon(look, own?.source ?? Buffer.from(paddockIcon(look)), key, own !== undefined);
  }

  /** As SVG: a picture of another type inside one. */
  async favicon(): Promise<string> {
    const text = this.source.toString('utf8');
    if (isSvg(text)) return text;
    const picture = await this.contained(faviconSize, faviconSize, transparent);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${faviconSize} ${faviconSize}"><image width="${faviconSize}" height="${faviconSize}" href="data:image/png;base64,${picture.toString('base64')}"/></svg>`;
  }

  /** As PNG. A touch icon has no transparent parts, which iOS would paint black. */
  picture(size: IconSize): Promise<Buffer> {
    return this.contained(size, size, size === 180 ? this.look.icon_background : transparent);
  }

  /** As PNG that platforms may crop to a circle. */
  maskable(size: IconSize): Promise<Buffer> {
    return this.contained(size, Math.floor(size * safeShare), this.look.icon_background);
  }

  private contained(size: number, inner: number, background: string): Promise<Buffer> {
    return once(`${this.key}/${size}/${inner}/${background}`, async () => {
      const margin = Math.floor((size - inner) / 2);
      const [start, end] = [margin, size - inner - margin];
      const { default: sharp } = await import('sharp');
      return sharp(this.source)
        .resize(inner, inner, { fit: 'contain', background: transparent })
        .extend({ top: start, left: start, bottom: end, right: end, background })
        .flatten(background === transparent ? false : { background })
        .png()
        .toBuffer();
    });
  }
}

const isSvg = (text: string) => /^\s*(<\?xml|<!--|<svg)/.test(text.slice(0, 200));

async function readPicture(path: string): Promise<{ source: Buffer; key: string } | undefined> {
  try {
    const file = await stat(path);
    if (!file.isFile() || file.size > maxBytes) return undefined;
    const [source, key] = [await readFile(path), `${path}/${file.mtimeMs}`];
    // A picture may have a sound head and damaged pixels.
    await once(`${key}/decoded`, async () => (await import('sharp')).default(source).resize(1, 1).png().toBuffer());
    return { source, key };
  } catch {
    return undefined;
  }
}
