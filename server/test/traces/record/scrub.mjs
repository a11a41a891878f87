/** Replaces what a payload says of the machine that it was recorded on. */
import { homedir, hostname } from 'node:os'

const REPLACED = {
  'host.name': 'agent-host',
  'host.id': '00000000000000000000000000000000',
  'os.version': '6.0.0',
  'process.pid': 4711,
  'process.executable.path': '/usr/local/bin/node',
  'process.command': '/app/agent.js',
  'process.command_args': ['/usr/local/bin/node', '/app/agent.js'],
  'process.owner': 'agent',
  'process.runtime.version': '26.0.0',
}

const anyValue = (put) => {
  if (typeof put === 'number') return { intValue: put }
  if (Array.isArray(put)) return { arrayValue: { values: put.map(anyValue) } }
  return { stringValue: put }
}

function text(value) {
  let clean = value
  const known = [
    [process.cwd(), '/app'],
    [homedir(), '/home/agent'],
    [hostname(), 'agent-host'],
  ]
  for (const [found, put] of known) if (found.length > 3) clean = clean.replaceAll(found, put)
  return clean
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, 'models.example')
    .replaceAll(/file:\/\/\/[^\s)"]*\/node_modules\//g, 'file:///app/node_modules/')
    .replaceAll(/(?<![\w/.])\/(?:tmp|work|root|home)\/[^\s)"']*/g, '/app')
}

/** Returns a payload with other values of the attributes that `more` names, and of those above. */
export function scrub(payload, more = {}) {
  const replaced = { ...REPLACED, ...more }
  const walk = (node) => {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node === 'string') return text(node)
    if (node === null || typeof node !== 'object') return node
    if (typeof node.key === 'string' && replaced[node.key] !== undefined) {
      return { key: node.key, value: anyValue(replaced[node.key]) }
    }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, walk(value)]))
  }
  return walk(payload)
}
