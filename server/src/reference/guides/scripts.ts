import { hash } from 'node:crypto'
import type { BuiltPages } from '../../platform/http/pages/built-pages.ts'
import { LANGUAGES } from './languages.ts'

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

const [[DEFAULT], ...OTHERS] = LANGUAGES

/**
 * Applies the stored language before the page is shown, so that the layout does not shift.
 * The style sheet hides the other languages of each example.
 */
export const LANGUAGE_SCRIPT = `let language=null
try{language=localStorage.getItem('piecework-language')}catch{}
document.documentElement.dataset.language=${JSON.stringify(OTHERS.map(([one]) => one))}.includes(language)?language:'${DEFAULT}'`

export const LANGUAGE_SCRIPT_SOURCE = `'sha256-${hash('sha256', LANGUAGE_SCRIPT, 'base64')}'`
