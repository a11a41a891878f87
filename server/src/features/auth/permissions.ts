/** Ordered from the fewest permissions to the most. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

type Entry = {
  /** The lowest role that has the permission. */
  from: Role
  /** Completes a sentence such as "Only admins and owners can refund payments". */
  description: string
}

/** Every permission of users; the API and the screens share this one table. */
const TABLE = {
  read: { from: 'viewer', description: 'read customers, plans, invoices, events and figures' },
  write: {
    from: 'member',
    description: 'create and change customers, agents, signals, plans, coupons and subscriptions',
  },
  bill: { from: 'member', description: 'preview, generate and send invoices' },
  record_payments: { from: 'member', description: 'record payments' },
  map_models: { from: 'member', description: 'map unknown models' },
  portal_links: { from: 'member', description: 'create portal links' },
  test_clock: { from: 'member', description: 'move the test clock' },
  captured_mail: { from: 'member', description: 'read captured mail' },
  correct_usage: { from: 'admin', description: 'void, amend and reject usage events' },
  cost_rates: { from: 'admin', description: 'set cost rates and reprice usage' },
  budgets: { from: 'admin', description: 'set budgets' },
  void: { from: 'admin', description: 'void invoices' },
  refund: { from: 'admin', description: 'refund payments' },
  delete: { from: 'admin', description: 'delete what was created' },
  taxes: { from: 'admin', description: 'create and change tax rates' },
  settings: { from: 'admin', description: 'change settings' },
  webhooks: { from: 'admin', description: 'manage webhook endpoints' },
  keys: { from: 'admin', description: 'manage API keys' },
  audit_log: { from: 'admin', description: 'read the audit log' },
  people: { from: 'admin', description: 'invite and manage people' },
  owners: { from: 'owner', description: 'add and remove owners' },
  rename_slug: { from: 'owner', description: "change the organization's address" },
} as const satisfies Record<string, Entry>

export type Permission = keyof typeof TABLE

const ENTRIES = Object.entries(TABLE) as [Permission, Entry][]
export const PERMISSIONS = ENTRIES.map(([name]) => name)

/** Applies to routes that name no permission. */
const NEEDS_OWNER: Entry = { from: 'owner', description: 'do this' }

export function rolesWith(permission: Permission | undefined): Role[] {
  const { from } = permission === undefined ? NEEDS_OWNER : TABLE[permission]
  return ROLES.slice(ROLES.indexOf(from))
}

export function mayRole(role: Role, permission: Permission | undefined): boolean {
  return rolesWith(permission).includes(role)
}

export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => mayRole(role, permission))
}

/** Returns the table in the form that the screens use. */
export function describePermissions() {
  return ENTRIES.map(([name, { description }]) => ({ name, description, roles: rolesWith(name) }))
}

/** Returns a sentence such as "Only admins and owners can refund payments". */
export function whoMay(permission: Permission | undefined): string {
  const { description } = permission === undefined ? NEEDS_OWNER : TABLE[permission]
  const roles = rolesWith(permission).map((role) => `${role}s`)
  const last = roles.pop()
  return `Only ${roles.length > 0 ? `${roles.join(', ')} and ` : ''}${last} can ${description}`
}
