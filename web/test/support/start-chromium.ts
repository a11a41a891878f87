import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserServer, chromium } from 'playwright-core'
import { unpackChromium } from './unpack-chromium.ts'

/**
 * Replaces the package's own flags. Its single process ends with the first window, and it disables
 * web rules that these tests check. No sandbox, so that it runs as root and in containers; it opens
 * only pages of this project.
 */
const FLAGS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

/**
 * The package's fonts have the same width on every machine; the machine's fonts cover more scripts.
 */
type Fonts = 'package' | 'machine'

/**
 * Starts one browser for a whole run. Each client connects to its address and opens isolated
 * contexts.
 */
export async function startChromium({ fonts }: { fonts: Fonts }): Promise<BrowserServer> {
  const folder = await unpackChromium()
  const executablePath = join(folder, 'chromium')
  const ownFonts = fonts === 'package' ? { FONTCONFIG_PATH: join(folder, 'fonts') } : {}
  const env = { ...process.env, ...ownFonts, ...(await librariesFor(executablePath, folder)) }
  return chromium.launchServer({
    executablePath,
    args: FLAGS,
    env,
    // The caller stops it, after everything that depends on it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** A minimal system image lacks some of its libraries; the package includes them. */
async function librariesFor(executablePath: string, folder: string) {
  const own = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const runs = async (env: Record<string, string>) => {
    await promisify(execFile)(executablePath, ['--version', '--no-sandbox'], { env })
    return env
  }
  return runs({}).catch(() => runs(own))
}
