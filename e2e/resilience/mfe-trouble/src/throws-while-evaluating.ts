import { isAskedToFail } from './trouble';

if (isAskedToFail('evaluating')) throw new Error('thrown while evaluating');
