import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.*;
import java.security.interfaces.RSAKey;
import java.security.spec.*;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.KeyAgreement;

/**
 * The providers of a JDK. The *-msgN rows are those of OpenJDK's Signatures.sign (SHA256withECDSA
 * over N random bytes), keygen those of its KeyPairGenerators. The loop is that of
 * lab/measure/src/contest.rs, after a second of CPU time for the compiler. When the bench calls
 * the turns, it says on standard input when each begins.
 */
public final class Bench {
    interface Work { void run(int i) throws Exception; }
    interface Check { boolean run(int message, int signature) throws Exception; }

    static final int INPUTS = 64;
    static final byte[][] DIGESTS = new byte[INPUTS][32];
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    static double seconds = 0.3;
    static double warm = 1.0;
    static Pattern pattern;
    /** Where the bench says when a turn begins; null on our own. */
    static BufferedReader calls;

    static double now() { return CLOCK.getCurrentThreadCpuTime() / 1e9; }
    static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }
    static String hex(Key key) { return hex(key.getEncoded()); }

    static boolean wants(String algo, String op) {
        return pattern == null || pattern.matcher(algo + " " + op).find();
    }
    static boolean wantsAny(String algo) {
        return wants(algo, "keygen") || wants(algo, "sign") || wants(algo, "verify")
            || wants(algo, "derive");
    }

    /** Whether there is another turn after so many. */
    static boolean called(String algo, String op, int turns) throws IOException {
        if (calls == null) return turns == 0;
        if (turns == 0) System.out.println("ready\t" + algo + "\t" + op);
        System.out.flush();
        return "turn".equals(calls.readLine());
    }

    /** Warms up; returns how many operations a sample has. */
    static int warmed(Work work) throws Exception {
        double start = now(), spent = 0;
        int done = 0;
        for (; done == 0 || spent < warm; spent = now() - start) work.run(done++ % INPUTS);
        return (int) Math.min(Math.max(1e-3 / (spent / done), 1), INPUTS);
    }

    /** Prints a row; returns the last input, or -1 when there is no figure. */
    static int measure(String algo, String op, Work work) throws Exception {
        if (!wants(algo, op)) return -1;
        int size = 0, next = 0, last = -1, least = calls == null ? 5 : 1;
        for (int turns = 0; called(algo, op, turns); turns++) {
            if (turns == 0) size = warmed(work);
            double[] samples = new double[1024];
            double used = 0;
            int count = 0;
            while (used < seconds || count < least) {
                work.run(next);
                double start = now();
                for (int k = 0; k < size; k++) work.run(last = (next + k) % INPUTS);
                double spent = now() - start;
                next = (next + size) % INPUTS;
                used += spent;
                if (count == samples.length) samples = Arrays.copyOf(samples, 2 * count);
                samples[count++] = spent / size;
            }
            Arrays.sort(samples, 0, count);
            double middle = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
            System.out.printf("%s\t%s\t%.1f\t%.1f%n", algo, op, 1 / middle, 1 / samples[0]);
        }
        return last;
    }

    /** A verification must first take every signature of its own message, none of the next. */
    static int verify(String algo, Check check) throws Exception {
        if (!wants(algo, "verify")) return -1;
        for (int i = 0; i < INPUTS; i++) {
            if (!check.run(i, i) || check.run((i + 1) % INPUTS, i)) {
                System.out.println("# fail " + algo + " verify");
                return -1;
            }
        }
        System.out.println("refused\t" + algo);
        boolean[] good = {true};
        int last = measure(algo, "verify", i -> good[0] &= check.run(i, i));
        if (!good[0]) throw new SignatureException("wrong result: " + algo);
        return last;
    }

    static void sample(String algo, String op, String publicKey, String input, String output) {
        System.out.println(String.join("\t", "sample", algo, op, publicKey, input, output));
    }

    static void signatures(String algo, String name, String kind, KeyPairGenerator generator,
                           boolean keygen) throws Exception {
        if (!wantsAny(algo)) return;
        KeyPair[] made = {null};
        if (keygen && measure(algo, "keygen", i -> made[0] = generator.generateKeyPair()) >= 0)
            sample(algo, "keygen", hex(made[0].getPublic()), hex(made[0].getPrivate()), "-");
        KeyPair key = generator.generateKeyPair();
        Signature signer = Signature.getInstance(name), verifier = Signature.getInstance(name);
        signer.initSign(key.getPrivate());
        verifier.initVerify(key.getPublic());
        byte[][] all = new byte[INPUTS][];
        for (int i = 0; i < INPUTS; i++) {
            signer.update(DIGESTS[i]);
            all[i] = signer.sign();
        }
        boolean fixed = key.getPrivate() instanceof RSAKey || name.startsWith("Ed");
        String form = fixed ? "raw:" : "der:";
        byte[][] out = {null};
        int last = measure(algo, "sign", i -> {
            signer.update(DIGESTS[i]);
            out[0] = signer.sign();
        });
        if (last >= 0)
            sample(algo, "sign", hex(key.getPublic()), kind + hex(DIGESTS[last]),
                   form + hex(out[0]));
        last = verify(algo, (message, signature) -> {
            verifier.update(DIGESTS[message]);
            return verifier.verify(all[signature]);
        });
        if (last >= 0)
            sample(algo, "verify", hex(key.getPublic()), kind + hex(DIGESTS[last]),
                   form + hex(all[last]));
    }

    static void agreement(String algo, String name, KeyPairGenerator generator, boolean keygen)
            throws Exception {
        if (!wantsAny(algo)) return;
        KeyPair own = generator.generateKeyPair(), other = generator.generateKeyPair();
        KeyPair[] made = {null};
        if (keygen && measure(algo, "keygen", i -> made[0] = generator.generateKeyPair()) >= 0)
            sample(algo, "keygen", hex(made[0].getPublic()), hex(made[0].getPrivate()), "-");
        KeyAgreement agreement = KeyAgreement.getInstance(name);
        byte[][] secret = {null};
        int last = measure(algo, "derive", i -> {
            agreement.init(own.getPrivate());
            agreement.doPhase(other.getPublic(), true);
            secret[0] = agreement.generateSecret();
        });
        if (last >= 0)
            sample(algo, "derive", hex(other.getPublic()), hex(own.getPrivate()),
                   "x:" + hex(secret[0]));
    }

    static void texts(SecureRandom random, int length) throws Exception {
        String algo = "ecdsa-p256-sha256-msg" + length;
        if (!wants(algo, "sign")) return;
        byte[] text = new byte[length];
        random.nextBytes(text);
        KeyPair key = curve("secp256r1").generateKeyPair();
        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(key.getPrivate());
        byte[][] out = {null};
        int last = measure(algo, "sign", i -> {
            signer.update(text);
            out[0] = signer.sign();
        });
        if (last >= 0)
            sample(algo, "sign", hex(key.getPublic()), "sha256:" + hex(text), "der:" + hex(out[0]));
    }

    static KeyPairGenerator curve(String name) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(name));
        return generator;
    }
    static KeyPairGenerator generator(String name, int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        if (bits > 0) generator.initialize(bits);
        return generator;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) seconds = Double.parseDouble(arguments[0]);
        if (arguments.length > 1 && !arguments[1].isEmpty())
            pattern = Pattern.compile(arguments[1]);
        if (arguments.length > 2)
            calls = new BufferedReader(new InputStreamReader(System.in));
        String text = System.getenv("PEER_JVM_WARM");
        if (text != null) warm = Double.parseDouble(text);
        System.out.println("# version JDK " + Runtime.version());
        SecureRandom random = new SecureRandom();
        for (byte[] digest : DIGESTS) random.nextBytes(digest);
        // First, while the compiler has not seen other curves.
        for (int length : new int[] {64, 512, 2048, 16384}) texts(random, length);
        String[][] curves = {
            {"p192", "secp192r1"}, {"p224", "secp224r1"}, {"p256", "secp256r1"},
            {"p384", "secp384r1"}, {"p521", "secp521r1"}, {"secp256k1", "secp256k1"}};
        for (String[] curve : curves) {
            try {
                curve(curve[1]).generateKeyPair();
            } catch (Exception refusal) {
                System.out.println("# absent ecdsa-" + curve[0] + ": " + refusal.getMessage());
                continue;
            }
            signatures("ecdsa-" + curve[0], "NONEwithECDSA", "digest:", curve(curve[1]), true);
            agreement("ecdh-" + curve[0], "ECDH", curve(curve[1]), false);
        }
        signatures("ed25519", "Ed25519", "message:", generator("Ed25519", 0), true);
        agreement("x25519", "X25519", generator("X25519", 0), true);
        signatures("ed448", "Ed448", "message:", generator("Ed448", 0), true);
        agreement("x448", "X448", generator("X448", 0), true);
        for (int bits : new int[] {1024, 2048, 3072, 4096})
            signatures("rsa-" + bits, "SHA256withRSA", "sha256:", generator("RSA", bits),
                       bits == 2048);
        signatures("dsa-2048", "SHA256withDSA", "sha256:", generator("DSA", 2048), true);
    }
}
