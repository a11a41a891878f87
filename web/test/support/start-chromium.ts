import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserServer, chromium } from 'playwright-core'
import { unpackChromium } from './unpack-chromium.ts'

/**
 * Not those of the package: its single process ends with the first window, and it switches off the rules
 * of the web that these tests are about. Without the sandbox it runs as root and in containers too; it
 * sees no page but ours.
 */
const FLAGS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

/** Those of the package are the same, and so as wide, on every machine; the machine's have more scripts. */
type Fonts = 'package' | 'machine'

/** One browser for a whole run; whoever connects to its address opens windows that share nothing. */
export async function startChromium({ fonts }: { fonts: Fonts }): Promise<BrowserServer> {
  const folder = await unpackChromium()
  const executablePath = join(folder, 'chromium')
  const ownFonts = fonts === 'package' ? { FONTCONFIG_PATH: join(folder, 'fonts') } : {}
  const env = { ...process.env, ...ownFonts, ...(await librariesFor(executablePath, folder)) }
  return chromium.launchServer({
    executablePath,
    args: FLAGS,
    env,
    // It is told to stop by whoever started it, after what stands on it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** A small image of a system lacks some of its libraries; the package brings those. */
async function librariesFor(executablePath: string, folder: string) {
  const own = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const runs = async (env: Record<string, string>) => {
    await promisify(execFile)(executablePath, ['--version', '--no-sandbox'], { env })
    return env
  }
  return runs({}).catch(() => runs(own))
}
