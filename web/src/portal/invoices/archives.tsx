import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { PortalArchiveList } from '../../api/api-types.ts'
import { portalArchive, portalArchivesQuery } from '../../api/portal.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { Section } from '../../ui/layout/section.tsx'
import { formatCount } from '../../ui/values/money.ts'
import classes from './invoices.module.css'

/** Lists the years whose invoices can be downloaded together; nothing until there are any. */
export function Archives() {
  const { data } = useQuery(portalArchivesQuery)
  if (data === undefined || data.results.length === 0) return null
  return (
    <div className={classes.archives}>
      <Section
        title="Download by year"
        about="The PDFs of all invoices of a year, in one ZIP file."
      >
        <ul className={classes.rows} aria-label="Download by year">
          {data.results.map((archive) => (
            <Archive key={archive.year} archive={archive} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

type Props = { archive: PortalArchiveList['results'][number] }

function Archive({ archive: { year, invoices } }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => portalArchive(year),
    onSuccess: saveFile,
  })
  return (
    <li>
      <div>
        <Text fw={500}>{year}</Text>
        <Text size="sm" c="dimmed">
          {invoices === 1 ? '1 invoice' : `${formatCount(invoices)} invoices`}
        </Text>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={`Download invoices of ${year}`}
        onClick={() => mutate()}
      >
        Download
      </Button>
    </li>
  )
}
