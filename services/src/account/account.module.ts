import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { CredentialRepository } from './credential.repository.js';
import { Passwords } from './passwords.js';

@Module({ controllers: [AccountController], providers: [AccountService, CredentialRepository, Passwords] })
export class AccountModule {}
