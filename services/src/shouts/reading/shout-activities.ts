import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkFeature } from '../../community/calls/permission-check.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { MemberShouts } from './member-shouts.js';

/** The shouts among a member's activities, as far as the caller may read them. */
@Injectable()
export class ShoutActivities implements OnModuleInit {
  constructor(
    private readonly shouts: MemberShouts,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('activities', 'shouts', async (caller, member, count) => {
      try {
        checkFeature('shouts.read', caller.config);
      } catch (error) {
        if (error instanceof PaddockError) return [];
        throw error;
      }
      const { shouts } = await this.shouts.list(caller, { id: member, count });
      return shouts.map(({ id, shout, created }) => ({ kind: 'shout' as const, id, text: shout, created }));
    });
  }
}
