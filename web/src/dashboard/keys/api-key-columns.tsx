import { Code, Text } from '@mantine/core'
import type { ApiKey } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { KEY_KINDS, kindOf } from './key-kinds.ts'
import { RevokeKey } from './revoke-key.tsx'

export const API_KEY_COLUMNS: readonly Column<ApiKey>[] = [
  {
    header: 'Name',
    share: 24,
    cell: ({ name }) => (
      <Text fw={500} size="sm" truncate title={name}>
        {name}
      </Text>
    ),
  },
  { header: 'Type', cell: (key) => KEY_KINDS[kindOf(key)].label, isOffPhone: true, width: 140 },
  { header: 'Key', cell: ({ hint }) => <Code>{hint}</Code>, isOffPhone: true, width: 200 },
  {
    header: 'Created by',
    cell: ({ createdBy }) => createdBy?.name ?? '–',
    isOffPhone: true,
    width: 160,
  },
  {
    header: 'Created',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    isOffPhone: true,
    width: 190,
  },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? 'Never' : <Timestamp at={lastUsedAt} as="distance" />,
    width: 140,
  },
  {
    header: 'Status',
    cell: ({ revokedAt }) =>
      revokedAt === null ? (
        <StateBadge tone="good" label="Active" />
      ) : (
        <StateBadge tone="over" label="Revoked" />
      ),
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (key) => key.revokedAt === null && <RevokeKey apiKey={key} />,
    width: 60,
  },
]
