//! Known answers, one row for each algorithm and each hash.
use sealane::Hash;
use sealane::ecc::{Algorithm, Scheme};

/// What one algorithm must compute. All numbers in hex.
pub struct KnownAnswer {
    /// Which one.
    pub algorithm: Algorithm,
    /// Key, scheme, message and deterministic signature (`r` then `s`), if the algorithm signs.
    /// RFC 6979, appendix A.2, for the NIST curves; RFC 8032, section 7, for EdDSA.
    pub private: &'static str,
    /// The public key of it.
    pub public: &'static str,
    /// How the message is signed.
    pub scheme: Option<Scheme<'static>>,
    /// What is signed.
    pub message: &'static [u8],
    /// What comes of it.
    pub signature: &'static str,
    /// Key agreement, if the algorithm has it: our key, the peer's point, the secret. RFC 7748,
    /// section 6, for X25519 and X448.
    pub own: &'static str,
    /// The peer's point.
    pub peer: &'static str,
    /// The secret.
    pub secret: &'static str,
}

/// The rows of ECDSA are printed by `scripts/known-answers.py`.
pub static ALGORITHMS: [KnownAnswer; 13] = [
    KnownAnswer {
        algorithm: Algorithm::EcP192,
        private: "6fab034934e4c0fc9ae67f5b5659a9d7d1fefd187ee09fd4",
        public: "04ac2c77f529f91689fea0ea5efec7f210d8eea0b9e047ed563bc723e57670bd4887ebc7\
         32c523063d0a7c957bc97c1c43",
        scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        message: b"sample",
        signature: "4b0b8ce98a92866a2820e20aa6b75b56382e0f9bfd5ecb55ccdb006926ea9565cbadc840\
         829d8c384e06de1f1e381b85",
        own: "daef8877c3c7b07563468e9ed99f8dd9ad36aae4c2f523c4",
        peer: "04ca0261b43b1b93dcd66c0c2ee07816c813c5cc2d4f4178737c10f647c48e1656dbf971\
         c329df4df7290d9b0bea82688b",
        secret: "03a92b89e3769a7130fb22dd94482dc76a01b1b05f1e5a56",
    },
    KnownAnswer {
        algorithm: Algorithm::EcP224,
        private: "f220266e1105bfe3083e03ec7a3a654651f45e37167e88600bf257c1",
        public: "0400cf08da5ad719e42707fa431292dea11244d64fc51610d94b130d6ceeab6f3debe455\
         e3dbf85416f7030cbd94f34f2d6f232c69f3c1385a",
        scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        message: b"sample",
        signature: "61aa3da010e8e8406c656bc477a7a7189895e7e840cdfe8ff42307babc814050dab5d237\
         70879494f9e0a680dc1af7161991bde692b10101",
        own: "e92ad1f0ee56e25725915795ab62d51c1ba542e7042fae20fa0b15cd",
        peer: "0486964f598d1bfe05234a08244fe64a4b9fbcb2dcad3d8d233be043d5482bafe181fb7b\
         bf4d5356a6ddaaf107881aade0627a194331b3d38b",
        secret: "19d0a6974c2d5b956faa5ad617b39048e2181876ef1c26cf241c6fc2",
    },
    KnownAnswer {
        algorithm: Algorithm::EcP256,
        private: "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
        public: "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe\
         1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
        scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        message: b"sample",
        signature: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c94\
         2d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
        own: "88dfc0211b7e0ea871b5a657c116ea4022799ddbbb864ecadb07cefe95949286",
        peer: "04a8acef02774bae5bcb575cd7bbe862e57ae25c35cbb874b68d65dfe80c43622f4b9b45\
         0eb6bc54c127d98afb04c993637d8b1db45502b2b2ba8ed85493effcc6",
        secret: "37822e4d0c5bf3eef7124a6d089b5ad1b80d083e24795ae0a1828a938f33396d",
    },
    KnownAnswer {
        algorithm: Algorithm::EcP384,
        private: "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e\
         4c70a825f872c9ea60d2edf5",
        public: "04ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0\
         ea9055866064a254515480bc138015d9b72d7d57244ea8ef9ac0c621896708a59367f9df\
         b9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720",
        scheme: Some(Scheme::Ecdsa(Hash::Sha384)),
        message: b"sample",
        signature: "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a64815\
         2e44acf96e36dd1e80fabe4699ef4aeb15f178cea1fe40db2603138f130e740a19624526\
         203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8",
        own: "444937f3409830b5fb4be32c246fbebffebd8fc0bafa5aa0fff90dca20b5aa19b723e86d\
         fe1a450a95b127a648e6b63d",
        peer: "04a4e1f30228631cd27c00305d6e38512a8ba8ca288f99af3c3d6769f4c1e11d11c579e6\
         31278f88b264cb2e77d68e88eb1bc6a8103ac280368ee26821fe0c248da8e78f59646f23\
         9eb3411930c5b89dd363eb0890575b4c0876d025a30a8be579",
        secret: "5e5852ac920d76eb8c8c80249cc12a7fa35634b3deebffe7337d6c3ed5e2820ce4d9c9a2\
         eecce97c5bf54b02baa5b25d",
    },
    KnownAnswer {
        algorithm: Algorithm::EcP521,
        private: "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb\
         32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538",
        public: "0401894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd371123\
         d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023a400493101c9\
         62cd4d2fddf782285e64584139c2f91b47f87ff82354d6630f746a28a0db25741b5b34a8\
         28008b22acc23f924faafbd4d33f81ea66956dfeaa2bfdfcf5",
        scheme: Some(Scheme::Ecdsa(Hash::Sha512)),
        message: b"sample",
        signature: "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e25a1\
         ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa00617cce7cf5\
         064806c467f678d3b4080d6f1cc50af26ca209417308281b68af282623eaa63e5b5c0723\
         d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a",
        own: "013851373ebcf295874eefcd609f99a0cf96c6cb4d0d8c466e51383446960ff4503bc6f0\
         ba2a4b32bab7ab2c15c80a6d81ef3727ffd6ec1bf40c2871237e7dcb2752",
        peer: "0401b7827dc0456ba6fd4865097e7077056c8a812c591389da5a833d6fdcd90a48c2198c\
         9e21cf232fa81be17c245e73cf8feff80dfbe4113ba00984bd30b6cb148dd90186cb5e87\
         fe442dd3a05268430b7cf222e47f3ffe41b496c5945090ded61ffac3af76f29133e4e450\
         acbb15aa5c505e01cded9fe6f7247f996c90040c9ce6ad71d5",
        secret: "01099c4ecf85ec94b9209d4dc4debc93723625537e6ad34c13ae45a0572171605a99b149\
         7a660c7afc259ff23930e80edbaac74ba6dda86007b3ba1fb54e909ec1eb",
    },
    KnownAnswer {
        algorithm: Algorithm::EcSecp256k1,
        private: "97f9b8dafa3ae061eff0d8108cf199f9992e40193e20d7118ed9775e830975a8",
        public: "043ea73388e1bc0ab0176399852d32c7c1a65e8cc6572b976c27b09134e800307f153142\
         2e4b5324b92746b0c14122afcdb07a3b5b5b5c923053a7e9abbebbfb2f",
        scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        message: b"sample",
        signature: "c6bd00def63369e47ab4b0402bd09ec10fa035880d3a3965aa957b9243c0df52a6eb8ed4\
         aeaffe45b9daaa52a90360a3aedbba5dc8ce669c309ca815df1a1c2c",
        own: "6b4514f71cb2fd1be9f08682a00f60affc8aa594dee45c415339899fc60cc88c",
        peer: "0492b8bf412595a20d40e64ff111df9e6fd4193686bc803b3bbaf78d3f17e977eee3050b\
         b8bcdd32b5c8a4d51b6c7d03369941923b6758622c36660f0d5fbfbf09",
        secret: "3b6313da398ae095c1e7049e89c39dc911adb4fdbaad4a15357689332b508940",
    },
    KnownAnswer {
        algorithm: Algorithm::EcBrainpoolP256r1,
        private: "2fa52678a2fabdcf4d10f5ff36003cce3ab7dbf9972531fc461c36ab9bedbe0c",
        public: "040214d50d37d1c5c7130cb78bd2da55c8b195f41551497d446255b06524c20478233103\
         c442975374f082712cc68e7231350b8adc67e0445bdeb978f50d3d88cc",
        scheme: Some(Scheme::Ecdsa(Hash::Sha256)),
        message: b"sample",
        signature: "498c7dd5a10a82e19f91dbbd6d7363074ee2293dad9a6d033db28fc23e391f5a1153d7c1\
         55286971e2188ce070d54822ae50999eb52ab377d884d3525a55a127",
        own: "010d62584b612c4d90d02a2c0948922b6c2dbb6a0c14fd3578bdd06efc0b8454",
        peer: "044c3534ba1ab25efe01211052c528861dc444103b7fa937993c047bb714ec7d46343cdf\
         9dd5a4cc8919d66578960e8ca90b361bdcc7aa2f14ac4eb56a7b7f3223",
        secret: "6f9834e734b62284eb2a3f982952537f6ee6cc1dfdb86d0d4ccb001e47b27cf1",
    },
    KnownAnswer {
        algorithm: Algorithm::EcBrainpoolP384r1,
        private: "5f82bbd342841904d8a3b4e41770b2ad9be94ed13d8044ac12a88a398db5544911a4c8a4\
         e7456f3a129322e620950870",
        public: "0426a823de6da17e60e7f6c7fd6fc91cae3198c403d2a0b3af07689c4c6bde033878ef7d\
         6e7908bc199dd9065f407aec558291d73cde4d0d75c4853bd71f68e32ce8e7384246c95a\
         f0342baebb3cac00db9f75cfe9e6aa7f8cc015db23fee7d41f",
        scheme: Some(Scheme::Ecdsa(Hash::Sha384)),
        message: b"sample",
        signature: "5c399991adf1b29c60c8fd6376c228b6393f525392ab7183496172c05b87f22dbbfcd127\
         b55088cfac0a239f7ad4adb4313bc64eeefe354fdf9eb4cdfd240e06afe2c6024fde0d07\
         cb2157c32ec636d27501955a3553d4c906a219e7d0c4c949",
        own: "05ab0144a56c786700bd2faaaa47b2db6de3a89054fc9ea9bde3a60720c27941bb09f526\
         6fdfd94268f61382d988d2f5",
        peer: "04503e36daeacb88fc1ed4b62c8b8b02fce78ddf4692cf6c7cbde178774f470b5a11991d\
         b8d18f9f9047e4ec9f6ada3ab636890b9384a78ea5f3d9f2c70c07577bc8eee2156fc6f6\
         4ccf721fcdd2e02ba4766ec9fdd4022e3ad7631eca71f5243a",
        secret: "1527f60056478382d42f591a464e3e7353fcfaf1d94ef282f45af9224d9d69061f0bb5d8\
         085ed7a44bd541a664afd45b",
    },
    KnownAnswer {
        algorithm: Algorithm::EcBrainpoolP512r1,
        private: "70f927069888acebc6563cbfc26f29742775cd774e9b7c4313e339ff4b2777f174aa5fed\
         10f954da86fc2835e509d71c3b87de08cd3df7c9f1f1d147c45edd24",
        public: "04a1f53ebd5e5afde252d93b662cbeb15188ca4b4fb524b7185356cc02cfd7265cf93c31\
         c465aaf5babdb4b7d01306fc689ab7a27a12096f117aabf8723e30acd2a4a8843c7be434\
         b97651e52487649c6969336e60b1a7465c9c7f19582ef4120063a4292b9fd459e2a35777\
         5742f95735bb46bfab4f60c554cfa0bdf10a944c61",
        scheme: Some(Scheme::Ecdsa(Hash::Sha512)),
        message: b"sample",
        signature: "085c10c4ef39107ad5b98fa6c1a8bafebf4f3509c2d6f67b0ee1688337da53b2a5c1d26f\
         e0efa4ea1397c879c4e35f1b1fc845dcd52a4bc106a081376dbbd4958cac8482322bd0a7\
         0809d0903bba19029717115d486e6c8e1b956ff963bd9a0a430d47c0ed66b9c52972cf08\
         0ebb2d89c2f1ed700f4e0fd312ecf6a39a25bdd9",
        own: "784e564ffd3bae61c77364de51ae0dd0e21946b0062570859b2eb7491628d3441b6da8c2\
         9789202b9f3eab83af54fd04e2417683fbce4185a9a211a94cd18d05",
        peer: "0407a87841c110244614ae98cdf3d0f51c5c6f3bcef2d3832f952be599ac510fda7de70f\
         f139e479183e746a4b5d1a51fe1362cf1992b1a99bde9e254bbed977c16a9fb5c2af30f8\
         4fe11217d787945d3ceb5891b18fb5714913a709f1a844d0324abcd84458479d2e6e84c8\
         8a9e87bc2c390c970c5fe62480d91e60db2d15bb1c",
        secret: "73b1a1374f5b566e303d6c8ad1b5e8fa7ccea830cf620e4d741b50689d6b1759dea8d498\
         1bc95a5d321803c30257a7e4d9f754817a1592a3d13337d435fb8a67",
    },
    KnownAnswer {
        algorithm: Algorithm::Ed25519,
        private: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        public: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        scheme: Some(Scheme::PURE_EDDSA),
        message: b"\xaf\x82",
        signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b53\
         8d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        own: "",
        peer: "",
        secret: "",
    },
    KnownAnswer {
        algorithm: Algorithm::X25519,
        private: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        public: "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
        scheme: None,
        message: b"",
        signature: "",
        own: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        peer: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
        secret: "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742",
    },
    KnownAnswer {
        algorithm: Algorithm::Ed448,
        private: "cd23d24f714274e744343237b93290f511f6425f98e64459ff203e8985083ffdf6050055\
         3abc0e05cd02184bdb89c4ccd67e187951267eb328",
        public: "dcea9e78f35a1bf3499a831b10b86c90aac01cd84b67a0109b55a36e9328b1e365fce161\
         d71ce7131a543ea4cb5f7e9f1d8b00696447001400",
        scheme: Some(Scheme::PURE_EDDSA),
        message: b"\x0c\x3e\x54\x40\x74\xec\x63\xb0\x26\x5e\x0c",
        signature: "1f0a8888ce25e8d458a21130879b840a9089d999aaba039eaf3e3afa090a09d389dba82c\
         4ff2ae8ac5cdfb7c55e94d5d961a29fe0109941e00b8dbdeea6d3b051068df7254c0cdc1\
         29cbe62db2dc957dbb47b51fd3f213fb8698f064774250a5028961c9bf8ffd973fe5d5c2\
         06492b140e00",
        own: "",
        peer: "",
        secret: "",
    },
    KnownAnswer {
        algorithm: Algorithm::X448,
        private: "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a94197\
         44897391006382a6f127ab1d9ac2d8c0a598726b",
        public: "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc8366472\
         41d953d40c5b12da88120d53177f80e532c41fa0",
        scheme: None,
        message: b"",
        signature: "",
        own: "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a94197\
         44897391006382a6f127ab1d9ac2d8c0a598726b",
        peer: "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc3e34fb\
         4232a13ca706dcb57aec3dae07bdc1c67bf33609",
        secret: "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd2464c3\
         35543936521c24403085d59a449a5037514a879d",
    },
];

/// What is hashed.
pub const ABC: &[u8] = b"abc";

/// The digests of `abc`. FIPS 180-4 and FIPS 202, example values.
pub static HASHES: [(Hash, &str); 13] = [
    (Hash::Sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (Hash::Sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (Hash::Sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        Hash::Sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
         8086072ba1e7cc2358baeca134c825a7",
    ),
    (
        Hash::Sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (Hash::Sha512_224, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    (Hash::Sha512_256, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (Hash::Sha3_224, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"),
    (Hash::Sha3_256, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
    (
        Hash::Sha3_384,
        "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b2\
         98d88cea927ac7f539f1edf228376d25",
    ),
    (
        Hash::Sha3_512,
        "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e\
         10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ),
    (Hash::Shake128, "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8"),
    (
        Hash::Shake256,
        "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739\
         d5a15bef186a5386c75744c0527e1faa9f8726e462a12a4feb06bd8801e751e4",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: an algorithm or hash that is added gets a known answer with it.
    #[test]
    fn nothing_is_without_a_known_answer() {
        for algorithm in Algorithm::ALL {
            assert!(ALGORITHMS.iter().any(|row| row.algorithm == *algorithm), "{algorithm}");
        }
        for hash in Hash::ALL {
            assert!(HASHES.iter().any(|row| row.0 == *hash), "{hash}");
        }
    }
}
