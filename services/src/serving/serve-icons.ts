import type { Deployment } from '@paddock/contract/core/deployment';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import type { Environment } from '../infrastructure/environment/environment.js';
import type { Communities } from '../infrastructure/tenancy/communities.js';
import { CommunityIcon, type IconSize } from './community-icon.js';

const sizes = [180, 192, 512] as const satisfies readonly IconSize[];

/** Serves favicon, touch icon and web manifest of the host's community: its own picture, else Paddock's mark in its accent colour. */
export function serveIcons(
  fastify: FastifyInstance,
  communities: Pick<Communities, 'ofHost'>,
  { deploymentsDir }: Pick<Environment, 'deploymentsDir'>,
): void {
  const serve = (path: string, type: string, body: (config: Deployment, icon: CommunityIcon) => unknown) =>
    fastify.get(path, async ({ host }: FastifyRequest, reply: FastifyReply) => {
      const config = communities.ofHost(host);
      if (config === undefined) return reply.callNotFound();
      const icon = await CommunityIcon.of(config.look, join(deploymentsDir, 'assets'));
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type(type)
        .send(await body(config, icon));
    });

  serve('/favicon.svg', 'image/svg+xml', (_config, icon) => icon.favicon());
  for (const size of sizes) serve(`/icon-${size}.png`, 'image/png', (_config, icon) => icon.picture(size));
  serve('/icon-maskable.png', 'image/png', (_config, icon) => icon.maskable(512));
  serve('/manifest.webmanifest', 'application/manifest+json', (config, icon) =>
    JSON.stringify(manifestOf(config, icon)),
  );
}

function manifestOf({ title, languages, look }: Deployment, { isOwn }: CommunityIcon) {
  const picture = (src: string, size: IconSize, purpose: string) => ({
    ...{ src, sizes: `${size}x${size}`, type: 'image/png', purpose },
  });
  // Paddock's mark keeps inside the part that no platform crops.
  const purpose = isOwn ? 'any' : 'any maskable';
  return {
    name: title,
    short_name: look.app_name ?? title,
    lang: languages[0]?.replace('_', '-'),
    start_url: '/',
    display: 'standalone',
    background_color: look.icon_background,
    theme_color: look.icon_background,
    icons: [
      picture('/icon-192.png', 192, purpose),
      picture('/icon-512.png', 512, purpose),
      ...(isOwn ? [picture('/icon-maskable.png', 512, 'maskable')] : []),
    ],
  };
}
