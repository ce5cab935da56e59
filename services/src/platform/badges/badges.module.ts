import { Module } from '@nestjs/common';
import { BadgesController } from './badges.controller.js';

@Module({ controllers: [BadgesController] })
export class BadgesModule {}
