import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Home } from './home/home';
import en from './messages/en.json' with { type: 'json' };

export default defineMfe({
  manifest,
  screens: { '/main/home': Home },
  messages: { en, ar: () => import('./messages/ar.json') },
});
