import { Text } from '@mantine/core'
import type { EmailSummary } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { KINDS, STATUSES } from './mail-search.ts'
import { OpenMail } from './open-mail.tsx'
import { ResendMail } from './resend-mail.tsx'

const TONES = { queued: 'waiting', sent: 'good', captured: 'good', failed: 'bad' } as const

export const MAIL_COLUMNS: readonly Column<EmailSummary>[] = [
  {
    header: 'Time',
    isTime: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="bare" />,
    width: 180,
    isOffPhone: true,
  },
  {
    header: 'To',
    share: 24,
    isOffPhone: true,
    cell: ({ to }) => (
      <Text size="sm" truncate title={to}>
        {to}
      </Text>
    ),
  },
  { header: 'Subject', share: 30, cell: (mail) => <OpenMail mail={mail} /> },
  { header: 'Type', cell: ({ kind }) => KINDS[kind], width: 110, isOffPhone: true },
  {
    header: 'Status',
    cell: ({ status }) => <StateBadge tone={TONES[status]} label={STATUSES[status]} />,
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (mail) => <ResendMail mail={mail} />,
    width: 60,
  },
]
