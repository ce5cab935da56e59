import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { ErrorFilter } from '../../infrastructure/errors/error-filter.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { Callers } from '../calls/callers.js';
import { FileAddresses } from './file-address.js';
import { FileRepository } from './file.repository.js';
import { FilesController } from './files.controller.js';
import { FileBroadcast } from './file-broadcast.js';
import { FileContents } from './file-contents.js';
import { FilesService } from './files.service.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import { Incoming } from '../../infrastructure/storage/incoming.js';
import { serveFiles } from './serve-file.js';
import { FilesPersonalData } from './files.personal-data.js';
import { ResumableUploads } from './resumable/resumable-uploads.js';
import { serveResumableUploads } from './resumable/serve-resumable-uploads.js';
import { UnfinishedRepository } from './resumable/unfinished.repository.js';
import { VideoJobs } from './videos/video-jobs.js';
import { OrphanSweep } from './orphan-sweep.js';
import { StorageMark } from './storage-mark.js';
import { SignUpImageSweep } from './sign-up-image-sweep.js';
import { DiskStorage, FILE_STORAGE, type FileStorage } from '../../infrastructure/storage/storage.js';

@Global()
@Module({
  controllers: [FilesController],
  providers: [
    FileRepository,
    FileAddresses,
    { provide: FileLinks, useExisting: FileAddresses },
    {
      provide: FILE_STORAGE,
      inject: [ENVIRONMENT],
      useFactory: ({ dataDir }: Environment): FileStorage => new DiskStorage(join(dataDir, 'files')),
    },
    {
      provide: Incoming,
      inject: [ENVIRONMENT],
      useFactory: ({ dataDir }: Environment) => new Incoming(join(dataDir, 'incoming')),
    },
    Images,
    VideoJobs,
    FileContents,
    FileBroadcast,
    FilesService,
    FilesPersonalData,
    SignUpImageSweep,
    StorageMark,
    OrphanSweep,
    UnfinishedRepository,
    ResumableUploads,
  ],
  exports: [FilesService, FilesPersonalData, FileLinks],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly files: FilesService,
    private readonly addresses: FileAddresses,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    private readonly communities: Communities,
    private readonly resumable: ResumableUploads,
    private readonly callers: Callers,
    private readonly limits: RateLimits,
    private readonly errors: ErrorFilter,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    serveFiles(fastify, this.files, this.addresses, this.storage, this.communities);
    serveResumableUploads(fastify, this.resumable, this.callers, this.limits, this.errors);
  }
}
