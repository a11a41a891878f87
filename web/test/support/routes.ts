import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dirname, '../../src')

/**
 * Returns the paths of an application, such as `/o/$slug/home`, from the router's generated list.
 */
export function routesOf(application: 'dashboard' | 'portal'): string[] {
  const generated = readFileSync(join(SRC, application, 'routes.gen.ts'), 'utf8')
  const [, paths = ''] = /^ {2}fullPaths:(.*?)^ {2}\w/ms.exec(generated) ?? []
  return Array.from(paths.matchAll(/'([^']+)'/g), ([, path = '']) => path)
}

/** Fills in the parameters of a path, such as `$slug`. */
export function addressOf(route: string, parameters: Readonly<Record<string, string>>): string {
  return route.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined)
      throw new Error(`${route} has a parameter that this test does not know`)
    return value
  })
}
