import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { toJpeg, isPictureName } from './pictures';

// jsdom decodes and draws nothing.
const decode = jest.fn<() => Promise<void>>();
const natural = { naturalWidth: 4000, naturalHeight: 1000 };
Object.assign(HTMLImageElement.prototype, { decode });
for (const [name, value] of Object.entries(natural)) Object.defineProperty(HTMLImageElement.prototype, name, { value });
Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
const pen = { fillRect: jest.fn(), drawImage: jest.fn() };
jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
jest
  .spyOn(HTMLCanvasElement.prototype, 'toBlob')
  .mockImplementation((done, type) => done(new Blob(['drawn'], { type: type! })));

beforeEach(() => {
  decode.mockReset().mockResolvedValue(undefined);
  pen.drawImage.mockClear();
});
afterAll(() => {
  jest.restoreAllMocks();
});

const file = (name: string) => new File(['content'], name);

describe(toJpeg, () => {
  it.each(['car.webp', 'car.AVIF', 'IMG_1.heic', 'a.b.heif'])('draws %s as JPEG within 1920 pixels', async (name) => {
    const drawn = await toJpeg(file(name));
    expect([drawn.name, drawn.type]).toEqual([name.replace(/\.\w+$/, '.jpg'), 'image/jpeg']);
    expect(pen.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 1920, 480);
  });

  it.each(['car.jpg', 'car.png', 'lap.gif', 'lap.mp4', 'rules.pdf', 'webp'])('leaves %s alone', async (name) => {
    const given = file(name);
    expect(await toJpeg(given)).toBe(given);
    expect(decode).not.toHaveBeenCalled();
  });

  it('leaves a picture alone that this browser cannot read', async () => {
    decode.mockRejectedValue(new Error('unknown format'));
    const given = file('IMG_1.heic');
    expect(await toJpeg(given)).toBe(given);
  });
});

describe(isPictureName, () => {
  it.each(['a.jpg', 'a.JPEG', 'a.png', 'a.gif', 'a.webp', 'a.avif', 'a.heic', 'a.heif'])('takes %s', (name) =>
    expect(isPictureName(name)).toBe(true),
  );
  it.each(['a.svg', 'a.tiff', 'png', 'a.png.exe', ''])('refuses %j', (name) => expect(isPictureName(name)).toBe(false));
});
