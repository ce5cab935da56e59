/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { positionOf, positionText } from './position';

const spa = [5.9714, 50.4372];

describe(positionOf, () => {
  it.each([
    ['50.4372, 5.9714', spa],
    [' 50.4372 5.9714 ', spa],
    ['-33.9, -18', [-18, -33.9]],
    ['geo:50.4372,5.9714?z=14', spa],
    ['https://www.openstreetmap.org/?mlat=50.4372&mlon=5.9714#map=14/50.1/5.1', spa],
    ['https://www.openstreetmap.org/#map=14/50.4372/5.9714', spa],
    ['https://www.google.com/maps/@50.4372,5.9714,15z', spa],
    ['https://www.google.com/maps/place/Spa/@50.1,5.1,17z/data=!3m1!4b1!4m6!3d50.4372!4d5.9714', spa],
    ['https://maps.google.com/?q=50.4372,5.9714', spa],
    ['https://maps.apple.com/?ll=50.4372,5.9714', spa],
    ['https://www.google.com/maps/search/?api=1&query=50.4372%2C5.9714', spa],
  ])('reads %s', (text, position) => expect(positionOf(text)).toEqual(position));

  it.each(['', 'Spa', '50.4', '91, 5', '50, 181', '50.4372, x', 'https://maps.app.goo.gl/abc123'])(
    'finds none in %j',
    (text) => expect(positionOf(text)).toBeUndefined(),
  );

  it('reads what it writes', () => expect(positionOf(positionText([5.9714, 50.4372]))).toEqual(spa));
});
