import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Deadline } from '../../../infrastructure/calls/deadline.js';
import { ErrorFilter } from '../../../infrastructure/errors/error-filter.js';
import { RateLimits } from '../../../infrastructure/rate-limits/rate-limits.js';
import { Callers } from '../../calls/callers.js';
import { ResumableUploads } from './resumable-uploads.js';
import { serveResumableUploads } from './serve-resumable-uploads.js';

/** Adds the routes of resumable uploads. */
@Injectable()
export class ResumableRoutes implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly uploads: ResumableUploads,
    private readonly callers: Callers,
    private readonly limits: RateLimits,
    private readonly errors: ErrorFilter,
    private readonly deadline: Deadline,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    serveResumableUploads(fastify, this.uploads, this.callers, this.limits, this.errors, this.deadline);
  }
}
