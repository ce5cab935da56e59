import { Global, Module } from '@nestjs/common';
import { ProcessReportRepository } from './process-report.repository.js';
import { ProcessReports } from './process-reports.js';

@Global()
@Module({ providers: [ProcessReportRepository, ProcessReports], exports: [ProcessReports] })
export class ProcessesModule {}
