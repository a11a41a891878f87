import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

const PACKAGE = findPackageJSON('@sparticuz/chromium', import.meta.url) ?? ''
/**
 * Inside the checkout, so that no other user can place a program there. It is deleted with the
 * checkout.
 */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/piecework')
/** Configuration of the package's fonts at their final path. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

/** Returns the folder with the browser, unpacked once per package version. */
export async function unpackChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The browser tests need Linux on x64, not ${process.platform} on ${process.arch}: their Chromium ` +
        'is built for that alone. In a container for linux/amd64 they run anywhere.',
    )
  }
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  if (await exists(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'unpacking-'))
  try {
    await unpackInto(unfinished)
    await writeFile(join(unfinished, 'fonts', 'fonts.conf'), fontsIn(folder))
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A concurrent run finished first.
    if (!(await exists(folder))) throw error
  }
  return folder
}

/**
 * Unpacks into `folder`: the package always unpacks to the temporary folder, even over existing
 * files.
 */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await Promise.all(ARCHIVES.map((archive) => inflate(join(dirname(PACKAGE), 'bin', archive))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  // Both are readable only by their owner, but another user may run the tests next.
  await chmod(join(folder, 'chromium'), 0o755)
  await chmod(folder, 0o755)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
