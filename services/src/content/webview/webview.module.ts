import { Module } from '@nestjs/common';
import { WebviewController } from './webview.controller.js';
import { WebviewService } from './webview.service.js';

@Module({ controllers: [WebviewController], providers: [WebviewService] })
export class WebviewModule {}
