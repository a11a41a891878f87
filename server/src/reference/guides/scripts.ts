import { hash } from 'node:crypto'
import type { BuiltPages } from '../../platform/http/pages/built-pages.ts'

/** Paths of the files that the build of the pages made for the guides. */
export type GuideScripts = { script: string; searchIndex: string }

/** Returns undefined where no pages are built; the guides are then shown without scripts. */
export function guideScripts(built: BuiltPages | undefined): GuideScripts | undefined {
  const names = [...(built?.assets.keys() ?? [])]
  const script = names.find((name) => /^guides-.+\.js$/.test(name))
  const searchIndex = names.find((name) => /^search-.+\.json$/.test(name))
  if (script === undefined || searchIndex === undefined) return undefined
  return { script: `/assets/${script}`, searchIndex: `/assets/${searchIndex}` }
}

/**
 * Applies the language that the reader chose before the page is shown, so that it does not move.
 * The style sheet hides the other languages of each example.
 */
export const LANGUAGE_SCRIPT = `let language=null
try{language=localStorage.getItem('piecework-language')}catch{}
document.documentElement.dataset.language=['ts','python'].includes(language)?language:'sh'`

export const LANGUAGE_SCRIPT_SOURCE = `'sha256-${hash('sha256', LANGUAGE_SCRIPT, 'base64')}'`
