import './throws-while-evaluating';
import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import en from './messages/en.json' with { type: 'json' };
import { PolicyPage } from './policy-page';
import { TroublePage } from './trouble-page';

export default defineMfe({
  manifest,
  screens: { '/main/links': TroublePage, '/main/people': TroublePage, '/main/policy': PolicyPage },
  messages: { en },
});
