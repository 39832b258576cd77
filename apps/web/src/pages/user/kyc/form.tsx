import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { stream } from '#client/live.ts';
import { useCommand } from '#client/query.ts';
import { identityDraftSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ProgressBar } from '#ui/feedback/progress-steps.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { DocumentFields } from './document-fields.tsx';
import { type Draft, draftOf, hasEnd, inputOf, problemsOf, taxNumberOf } from './draft.ts';
import { PhotoField } from './photo-field.tsx';
import { type Auth, COUNTRY_WORDS, DOCUMENT_WORDS, ID_CARD_WORDS, SIDES, TAX_WORDS } from './words.ts';

const STEPS = ['document', 'photos', 'check'] as const;
type Step = (typeof STEPS)[number];
const STEP_WORDS = { document: 'stepDocument', photos: 'stepPhotos', check: 'stepCheck' } as const;

/** The day now in India, by the server's clock. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(
    Date.now() + stream.clockOffsetMs(),
  );
}

/** Documents in three steps: what is written, photos, and a last look. */
export function IdentityForm({ auth, step }: { auth: Auth; step: Step }) {
  const { t } = useTranslation('identity');
  const router = useRouter();
  const draft = draftOf(identityDraftSlice.use(), auth.country);
  const goTo = (next: Step | undefined) =>
    void router.navigate({ to: '/pages/user/kyc', search: next === undefined ? {} : { step: next } });
  const isWritten = Object.keys(problemsOf(draft, today())).length === 0;
  // A step that was opened by its address waits for those before it.
  const shown: Step = step !== 'document' && !isWritten ? 'document' : step;
  const place = STEPS.indexOf(shown) + 1;
  const title = t(STEP_WORDS[shown]);
  return (
    <div className="flex flex-col gap-5 px-4 pt-2">
      <header className="flex flex-col gap-2">
        <ProgressBar
          label={t('progress')}
          share={place / STEPS.length}
          valueText={`${place} / ${STEPS.length}`}
        />
        <h2 className="text-title">{title}</h2>
      </header>
      {shown === 'document' && <DocumentStep draft={draft} onNext={() => goTo('photos')} />}
      {shown === 'photos' && <PhotosStep auth={auth} onNext={() => goTo('check')} />}
      {shown === 'check' && (
        <CheckStep
          auth={auth}
          draft={draft}
          onChange={() => goTo('document')}
          onSent={() => goTo(undefined)}
        />
      )}
    </div>
  );
}

function DocumentStep({ draft, onNext }: { draft: Draft; onNext: () => void }) {
  const { t } = useTranslation('identity');
  const [wasTried, setTried] = useState(false);
  const problems = problemsOf(draft, today());
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(problems).length === 0) onNext();
      }}
    >
      <DocumentFields
        draft={draft}
        today={today()}
        problems={wasTried ? problems : {}}
        onChange={(change) => identityDraftSlice.update((kept) => ({ ...kept, ...change }))}
      />
      <Button type="submit" wide>
        {t('next')}
      </Button>
    </form>
  );
}

function PhotosStep({ auth, onNext }: { auth: Auth; onNext: () => void }) {
  const { t } = useTranslation('identity');
  const [wasTried, setTried] = useState(false);
  const saved = new Set(auth.photos.map(({ side }) => side));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-muted">{t('photosText')}</p>
      {SIDES.map((side) => (
        <PhotoField key={side} side={side} isSaved={saved.has(side)} isMissing={wasTried} />
      ))}
      <p className="text-small text-muted">{t('photosLeft', { count: auth.photosLeft })}</p>
      <Button
        wide
        onClick={() => {
          setTried(true);
          if (saved.size === SIDES.length) onNext();
        }}
      >
        {t('next')}
      </Button>
    </div>
  );
}

interface CheckStepProps {
  auth: Auth;
  draft: Draft;
  onChange: () => void;
  onSent: () => void;
}

function CheckStep({ auth, draft, onChange, onSent }: CheckStepProps) {
  const { t } = useTranslation('identity');
  const textOf = useErrorText();
  const submit = useCommand('userUpdate', {
    touches: ['userAuth'],
    onDone: () => {
      identityDraftSlice.clear();
      onSent();
    },
  });
  const said = submit.error === null ? undefined : textOf(submit.error);
  const tax = taxNumberOf(draft);
  const facts = [
    { label: t('country'), value: t(COUNTRY_WORDS[draft.country]) },
    {
      label: t('documentType'),
      value: t(
        draft.documentType === 'idCard' ? ID_CARD_WORDS[draft.country] : DOCUMENT_WORDS[draft.documentType],
      ),
    },
    { label: t('fullName'), value: draft.fullName.trim() },
    { label: t('documentNumber'), value: draft.documentNumber },
    ...(tax === undefined ? [] : [{ label: t(TAX_WORDS[tax][0]), value: draft.taxNumber }]),
    { label: t('birthDate'), value: draft.birthDate },
    ...(hasEnd(draft) ? [{ label: t('expiresOn'), value: draft.expiresOn }] : []),
    ...(draft.place.trim() === '' ? [] : [{ label: t('place'), value: draft.place.trim() }]),
    { label: t('photos'), value: `${auth.photos.length} / ${SIDES.length}` },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Tile>
        <FactList facts={facts} />
      </Tile>
      <p className="text-small text-muted">{t('checkText')}</p>
      {said !== undefined && (
        <Notice tone="danger" live title={said.title}>
          {said.fix}
        </Notice>
      )}
      <Button wide loading={submit.isPending} onClick={() => submit.mutate(inputOf(draft))}>
        {t('send')}
      </Button>
      <Button wide tone="quiet" size="medium" onClick={onChange}>
        {t('changeDetails')}
      </Button>
    </div>
  );
}
