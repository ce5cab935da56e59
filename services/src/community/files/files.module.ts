import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { Deadline } from '../../infrastructure/calls/deadline.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { FileAccess } from './file-access.js';
import { FileAddresses } from './file-address.js';
import { FileRepository } from './file.repository.js';
import { FilesController } from './files.controller.js';
import { FileBroadcast } from './file-broadcast.js';
import { FileContents } from './file-contents.js';
import { FilesService } from './files.service.js';
import { FolderUploads } from './folder-uploads.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import { Incoming } from '../../infrastructure/storage/incoming.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { VirusScanner } from '../../infrastructure/storage/virus-scanner.js';
import { serveFiles } from './serve-file.js';
import { FilesPersonalData } from './files.personal-data.js';
import { ResumableRoutes } from './resumable/resumable-routes.js';
import { ResumableUploads } from './resumable/resumable-uploads.js';
import { UnfinishedRepository } from './resumable/unfinished.repository.js';
import { VideoJobs } from './videos/video-jobs.js';
import { OrphanSweep } from './orphan-sweep.js';
import { StorageMark } from './storage-mark.js';
import { StorageMarkRepository } from './storage-mark.repository.js';
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
      // The SDK is loaded only where it is used.
      useFactory: async ({ dataDir, s3 }: Environment): Promise<FileStorage> =>
        s3
          ? new (await import('../../infrastructure/storage/s3-storage.js')).S3Storage(s3)
          : new DiskStorage(join(dataDir, 'files')),
    },
    {
      provide: Incoming,
      inject: [ENVIRONMENT],
      useFactory: ({ dataDir }: Environment) => new Incoming(join(dataDir, 'incoming')),
    },
    {
      provide: VirusScanner,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: ({ clamd }: Environment, logger: Logger) => new VirusScanner(clamd, logger),
    },
    Images,
    VideoJobs,
    FileContents,
    FileBroadcast,
    FileAccess,
    FilesService,
    FolderUploads,
    FilesPersonalData,
    SignUpImageSweep,
    StorageMarkRepository,
    StorageMark,
    OrphanSweep,
    UnfinishedRepository,
    ResumableUploads,
    ResumableRoutes,
  ],
  exports: [FilesService, FolderUploads, FilesPersonalData, FileLinks],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly files: FilesService,
    private readonly addresses: FileAddresses,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    private readonly communities: Communities,
    private readonly deadline: Deadline,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    serveFiles(fastify, this.files, this.addresses, this.storage, this.communities, this.deadline, this.logger);
  }
}
