import { Module } from '@nestjs/common';
import { CredentialRepository } from '../account/credentials/password/credential.repository.js';
import { Passwords } from '../account/credentials/password/passwords.js';
import { DemoRows } from './demo-rows.js';
import { DemoService } from './demo.service.js';

/** Imported when `DEMO` is set. */
@Module({ providers: [CredentialRepository, Passwords, DemoRows, DemoService] })
export class DemoModule {}
