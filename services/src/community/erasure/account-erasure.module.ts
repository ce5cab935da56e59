import { Global, Module } from '@nestjs/common';
import { AccountErasureRepository } from './account-erasure.repository.js';
import { AccountErasure } from './account-erasure.js';

@Global()
@Module({ providers: [AccountErasureRepository, AccountErasure], exports: [AccountErasure, AccountErasureRepository] })
export class AccountErasureModule {}
