import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { Communities } from '../infrastructure/tenancy/communities.js';

/** Pixels: the touch icon, then the icons of the web manifest. */
const sizes = [180, 192, 512] as const;
type Size = (typeof sizes)[number];
/** The frame's background in the light scheme. */
const background = '#1a1c20';

/** Paddock's mark with its bar in the accent colour, inside the circle to which platforms may crop icons. */
const iconOf = (accent: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
  <rect width="48" height="48" fill="${background}"/>
  <g transform="translate(7.5 8)">
    <path d="M5 27V5h5v22z" fill="${accent}"/>
    <path d="M13 27V5h8.500a7 7 0 0 1 0 14H18v8zm5-13h3a2.300 2.300 0 0 0 0-4.600h-3z" fill="#f5f4f1"/>
  </g>
</svg>
`;

const pictures = new Map<string, Promise<Buffer>>();
/** Renders each icon once; there are only as many as accents. */
function pictureOf(accent: string, size: Size): Promise<Buffer> {
  const key = `${accent}/${size}`;
  const picture =
    pictures.get(key) ??
    sharp(Buffer.from(iconOf(accent)))
      .resize(size)
      .png()
      .toBuffer();
  pictures.set(key, picture);
  return picture;
}

/** Serves favicon, touch icon and web manifest of the host's community in its accent colour. */
export function serveIcons(fastify: FastifyInstance, communities: Pick<Communities, 'ofHost'>): void {
  const serve = (path: string, type: string, body: (request: FastifyRequest) => unknown) =>
    fastify.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const sent = await body(request);
      if (sent === undefined) return reply.callNotFound();
      return reply.header('cache-control', 'public, max-age=3600').type(type).send(sent);
    });
  const accentOf = ({ host }: FastifyRequest) => communities.ofHost(host)?.look.accent;

  serve('/favicon.svg', 'image/svg+xml', (request) => {
    const accent = accentOf(request);
    return accent && iconOf(accent);
  });
  for (const size of sizes)
    serve(`/icon-${size}.png`, 'image/png', (request) => {
      const accent = accentOf(request);
      return accent && pictureOf(accent, size);
    });
  serve('/manifest.webmanifest', 'application/manifest+json', ({ host }) => {
    const config = communities.ofHost(host);
    if (!config) return undefined;
    const { title, languages } = config;
    return JSON.stringify({
      name: title,
      short_name: title,
      lang: languages[0]?.replace('_', '-'),
      start_url: '/',
      display: 'standalone',
      background_color: background,
      theme_color: background,
      icons: sizes.slice(1).map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    });
  });
}
