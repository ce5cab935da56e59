import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { FileNotifications } from './file-notifications.js';
import { FileReadStates } from './file-read-states.js';
import { FolderAccess } from './folder-access.js';
import { FolderBin } from './folder-bin.js';
import { FolderBinSweep } from './folder-bin-sweep.js';
import { FolderBroadcast } from './folder-broadcast.js';
import { FolderConversion } from './folder-conversion.js';
import { FolderItemRepository } from './folder-item.repository.js';
import { FolderSums } from './folder-sums.js';
import { FolderViews } from './folder-views.js';
import { FolderWriter } from './folder-writer.js';
import { FoldersController } from './folders.controller.js';
import { FoldersPersonalData } from './folders.personal-data.js';
import { FoldersService } from './folders.service.js';
import { ReportableFiles } from './reportable-files.js';

@Module({
  controllers: [FoldersController],
  providers: [
    KeyedMutex,
    FolderItemRepository,
    FileReadStates,
    FolderSums,
    FolderAccess,
    FolderViews,
    FoldersService,
    FolderWriter,
    FolderBin,
    FolderBinSweep,
    FolderBroadcast,
    FolderConversion,
    FileNotifications,
    FoldersPersonalData,
    ReportableFiles,
  ],
})
export class FilesTabModule {}
