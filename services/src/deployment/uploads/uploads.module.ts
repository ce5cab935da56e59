import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { ErrorFilter } from '../../infrastructure/errors/error-filter.js';
import { ChannelMoves } from './channel-moves.js';
import { ReleaseKeyRepository } from './release-key.repository.js';
import { ReleaseKeys } from './release-keys.js';
import { ReleaseUploads } from './release-uploads.js';

/** Releases by upload (ADR 0097). Their address is there only where the setting allows it. */
@Module({ providers: [ChannelMoves, ReleaseKeyRepository, ReleaseKeys, ReleaseUploads] })
export class UploadsModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly uploads: ReleaseUploads,
    private readonly errors: ErrorFilter,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  onModuleInit() {
    if (!this.environment.releaseUploads) return;
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    fastify.route({
      method: 'POST',
      url: '/api/releases/:id/:version',
      decompress: false,
      handler: async (request, reply) => {
        try {
          return await this.uploads.receive(request);
        } catch (error) {
          this.errors.refuse(error, request, reply);
          return reply;
        }
      },
    });
  }
}
