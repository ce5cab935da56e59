import './throws-while-evaluating';
import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import en from './messages/en.json' with { type: 'json' };
import { PolicyPage } from './policy-page';
import { isAskedToFail } from './trouble';
import { TroublePage } from './trouble-page';

const lifecycles = defineMfe({
  manifest,
  screens: { '/main/links': TroublePage, '/main/policy': PolicyPage },
  messages: { en },
});

export default {
  ...lifecycles,
  bootstrap: (props: never) =>
    isAskedToFail('bootstrapping') ? Promise.reject(new Error('thrown in bootstrap')) : lifecycles.bootstrap(props),
};
